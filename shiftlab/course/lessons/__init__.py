"""A folder ``lesson_NN`` for each lesson: its ``LESSON`` says what the lesson is called and what it asks.

They are found by being here (`shiftlab.course.registry`), and told in ``notebooks/source``.
"""
