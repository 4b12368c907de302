# The shortest way through a maze, found breadth first and drawn into the maze.

MAZE = [
    "S.#..",
    "..#.#",
    ".#...",
    "...#E",
]


def find(maze, letter):
    for row, line in enumerate(maze):
        if letter in line:
            return row, line.index(letter)
    raise LookupError(f"no {letter} in the maze")


def neighbours(maze, place):
    row, column = place
    for r, c in ((row + 1, column), (row, column + 1), (row - 1, column), (row, column - 1)):
        if 0 <= r < len(maze) and 0 <= c < len(maze[r]) and maze[r][c] != "#":
            yield r, c


def shortest_path(maze):
    start, end = find(maze, "S"), find(maze, "E")
    came_from = {start: None}
    queue = [start]
    while queue:
        place = queue.pop(0)
        if place == end:
            break
        for neighbour in neighbours(maze, place):
            if neighbour not in came_from:
                came_from[neighbour] = place
                queue.append(neighbour)
    path = []
    place = end
    while place is not None:
        path.append(place)
        place = came_from[place]
    return path[::-1]


path = shortest_path(MAZE)
drawn = [list(line) for line in MAZE]
for row, column in path[1:-1]:
    drawn[row][column] = "*"
print(len(path) - 1, "steps")
for line in drawn:
    print("".join(line))
