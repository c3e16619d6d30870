"""A small timetable: lessons, rooms and slots, with wishes that clash."""

import csp_sudoku as cs

SLOTS = range(4)
ROOMS = ("lab", "hall")
LESSONS = {  # lesson: teacher, class, must it be in the lab?
    "physics 7": ("Ada", "7", True),
    "physics 8": ("Ada", "8", True),
    "maths 7": ("Bob", "7", False),
    "maths 8": ("Bob", "8", False),
    "music 7": ("Cleo", "7", False),
    "music 8": ("Cleo", "8", False),
}

model = cs.CSP()
slot = {lesson: model.variable(("slot", lesson), SLOTS) for lesson in LESSONS}
room = {lesson: model.variable(("room", lesson), ROOMS) for lesson in LESSONS}
for lesson, (_, _, needs_lab) in LESSONS.items():
    if needs_lab:
        model.add(room[lesson] == "lab", name=f"{lesson} in the lab")
for kind in (0, 1):  # a teacher, and a class, has one lesson at a time
    for who in sorted({facts[kind] for facts in LESSONS.values()}):
        theirs = [slot[lesson] for lesson, facts in LESSONS.items() if facts[kind] == who]
        model.all_different(theirs, name=f"one lesson at a time for {who}")
lessons = list(LESSONS)
for i, one in enumerate(lessons):
    for other in lessons[:i]:
        model.add(cs.implies(slot[one] == slot[other], room[one] != room[other]))
model.add(slot["music 7"] != 0, slot["music 8"] != 0, name="no music before nine")
model.add(cs.implies(slot["maths 7"] == 3, room["maths 7"] == "hall"))

print(f"{model.count():,} timetables")
plan = model.solve().solution
for number in SLOTS:
    now = [lesson for lesson in LESSONS if plan[slot[lesson]] == number]
    print(f"slot {number}:", ", ".join(f"{lesson} ({plan[room[lesson]]})" for lesson in now) or "-")
