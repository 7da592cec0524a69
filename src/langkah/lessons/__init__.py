"""Lessons: a recorded search with stops at the moments that matter, a sentence or two at each, a question at the end.

    lesson_file     what a lesson says: a TOML file, read and checked
    stops           which moment of a record a stop means
    blanks          the numbers in the sentences, filled in from the record, so that none can be wrong
    built_in/       the lessons that come with Langkah

`langkah.tasks.lesson` records the search and puts all of it together; docs/lessons.md tells teachers how to write one.
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
