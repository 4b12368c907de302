# A vector of the plane with operators; one line of arithmetic makes several calls.


class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __repr__(self):
        return f"<{self.x}, {self.y}>"

    def __eq__(self, other):
        return (self.x, self.y) == (other.x, other.y)

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __neg__(self):
        return Vector(-self.x, -self.y)

    def __sub__(self, other):
        return self + -other

    def __mul__(self, factor):
        if isinstance(factor, Vector):
            return self.x * factor.x + self.y * factor.y
        return Vector(self.x * factor, self.y * factor)

    def __rmul__(self, factor):
        return self * factor


def run():
    a, b = Vector(1, 2), Vector(3, -1)
    path = a + b * 2 - a
    return path, a * b, 3 * a, path == 2 * b
