# A tiny robot told what to do in words; each command is taken apart by a match statement.


def turn(facing, side):
    order = "NESW"
    return order[(order.index(facing) + (1 if side == "right" else -1)) % 4]


def obey(state, command):
    x, y, facing = state
    match command.split():
        case ["turn", ("left" | "right") as side]:
            return x, y, turn(facing, side)
        case ["go"]:
            return obey(state, "go 1")
        case ["go", steps] if steps.isdigit():
            dx, dy = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}[facing]
            return x + dx * int(steps), y + dy * int(steps), facing
        case ["twice", *rest]:
            again = " ".join(rest)
            return obey(obey(state, again), again)
        case []:
            return state
        case [word, *_]:
            raise ValueError(f"cannot {word}")


def drive(*commands):
    state = (0, 0, "N")
    refused = []
    for command in commands:
        try:
            state = obey(state, command)
        except ValueError as error:
            refused.append(str(error))
    return state, refused
