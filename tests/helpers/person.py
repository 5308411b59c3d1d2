"""What a person does in the page, as the messages that reach an explorer."""


def move(explorer, dragging=False, **values):
    explorer.receive({"do": "move", "values": values, "dragging": dragging, "n": 1})


def press(explorer, action, **about):
    explorer.receive({"do": action, "values": {}, "n": 1, **about})
