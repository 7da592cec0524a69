"""A course that marks itself: assignments in one file, an instance for each student, marks with the first wrong step.

assignment        tasks, points, a roster (assignment_file reads them)
instances         which instance a student gets
marking           the mark for one task of one submission
grading           all submissions, whatever they do, and what is written about them
student_process   a student's code in a process of its own (student_worker, sandbox)
"""
