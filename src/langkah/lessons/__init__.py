"""Lessons: a recorded search with stops at important events, a short text at each stop, and questions.

    lesson_file     reads and checks the TOML file of a lesson
    question_file   reads its questions
    stops           finds the event of each stop in the recording
    blanks          fills in the numbers of the texts from the recording, so that they cannot be wrong
    built_in/       the lessons that come with Langkah

`langkah.tasks.lesson` records the search and combines the parts; docs/lessons.md explains how to write a lesson.
"""

from langkah.lessons.blanks import fill_blanks, list_values
from langkah.lessons.lesson_file import BUILT_IN, Lesson, find_lesson, list_lessons, read_lesson
from langkah.lessons.stops import find_stops

__all__ = [
    "BUILT_IN",
    "Lesson",
    "fill_blanks",
    "find_lesson",
    "find_stops",
    "list_lessons",
    "list_values",
    "read_lesson",
]
