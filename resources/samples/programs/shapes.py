# A small family of shapes: methods found in the class, in its parent, or in both through super().


class Shape:
    sides = 0

    def __init__(self, name):
        self.name = name

    def area(self):
        return 0

    def describe(self):
        return f"{self.name}: {self.sides} sides, area {self.area()}"


class Rectangle(Shape):
    sides = 4

    def __init__(self, width, height, name="rectangle"):
        super().__init__(name)
        self.width = width
        self.height = height

    def area(self):
        return self.width * self.height


class Square(Rectangle):
    def __init__(self, side):
        super().__init__(side, side, "square")

    def describe(self):
        return super().describe() + ", all equal"


class Hole(Shape):
    def __init__(self, outer, inner):
        super().__init__(f"{outer.name} with a hole")
        self.sides = outer.sides + inner.sides
        self.outer = outer
        self.inner = inner

    def area(self):
        return self.outer.area() - self.inner.area()


for shape in [Shape("dot"), Rectangle(3, 4), Square(2), Hole(Rectangle(5, 4), Square(3))]:
    print(shape.describe())
