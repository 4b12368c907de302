# Prints a lot: every times table from 1 to 20, one product a line.


def line(a, b):
    return f"{a:>2} x {b:>2} = {a * b:>3}"


def table(a):
    print(f"--- {a} ---")
    for b in range(1, 21):
        print(line(a, b))


for a in range(1, 21):
    table(a)
