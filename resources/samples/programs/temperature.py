# One temperature seen through three properties; setting an impossible one is refused.


class Temperature:
    def __init__(self, kelvin):
        self.kelvin = kelvin

    @property
    def kelvin(self):
        return self._kelvin

    @kelvin.setter
    def kelvin(self, value):
        if value < 0:
            raise ValueError("below absolute zero")
        self._kelvin = round(value, 2)

    @property
    def celsius(self):
        return round(self.kelvin - 273.15, 2)

    @celsius.setter
    def celsius(self, value):
        self.kelvin = value + 273.15

    @property
    def fahrenheit(self):
        return round(self.celsius * 9 / 5 + 32, 2)


room = Temperature(293.15)
print(room.celsius, room.fahrenheit)
room.celsius += 5
print(room.kelvin, room.celsius, room.fahrenheit)
try:
    room.celsius = -300
except ValueError as error:
    print("refused:", error)
print(room.celsius)
