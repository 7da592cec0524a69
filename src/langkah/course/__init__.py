"""Courses with automatic marking. A file defines an assignment, each student gets a different instance of it, and marks
name the first wrong step.

assignment        tasks, points and a roster (assignment_file reads them)
instances         which instance a student gets
marking           the mark for one task of one submission
grading           the marks of all submissions (reports writes them to files)
student_process   a student's code in a separate process (student_worker, sandbox)
"""
