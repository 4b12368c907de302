# A binary search tree whose values come out in order through nested generators.


class Node:
    def __init__(self, value):
        self.value = value
        self.left = None
        self.right = None

    def __repr__(self):
        return f"Node({self.value})"


def insert(node, value):
    if node is None:
        return Node(value)
    if value < node.value:
        node.left = insert(node.left, value)
    else:
        node.right = insert(node.right, value)
    return node


def walk(node):
    if node is None:
        return 0
    left = yield from walk(node.left)
    yield node.value
    right = yield from walk(node.right)
    return 1 + max(left, right)


def tree_sort(values):
    root = None
    for value in values:
        root = insert(root, value)
    return list(walk(root))
