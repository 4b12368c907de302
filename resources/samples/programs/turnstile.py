# A state machine as a table: a turnstile that takes coins, lets people through and can break.

TABLE = {
    ("locked", "coin"): ("unlocked", "thank you"),
    ("locked", "push"): ("locked", "pay first"),
    ("unlocked", "push"): ("locked", "go through"),
    ("unlocked", "coin"): ("unlocked", "already paid"),
    ("locked", "kick"): ("broken", "alarm"),
    ("unlocked", "kick"): ("broken", "alarm"),
    ("broken", "repair"): ("locked", "as new"),
}


def step(state, event):
    return TABLE.get((state, event), (state, "nothing happens"))


def simulate(events):
    state = "locked"
    history = [state]
    visitors = 0
    for event in events:
        before = state
        state, answer = step(state, event)
        visitors += before == "unlocked" and event == "push"
        history.append(f"{event}: {answer} -> {state}")
    return visitors, history
