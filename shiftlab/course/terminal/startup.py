"""What kernels of ``shiftlab lab`` run first, in the student's own names: so it leaves none."""

__import__("shiftlab.course.terminal.first_cell", fromlist=["watch"]).watch(globals())
