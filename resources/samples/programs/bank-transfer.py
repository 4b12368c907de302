# Transfers between accounts inside a context manager that takes everything back when one fails.


class InsufficientFunds(Exception):
    pass


class Account:
    def __init__(self, owner, balance):
        self.owner = owner
        self.balance = balance

    def __repr__(self):
        return f"{self.owner}:{self.balance}"

    def withdraw(self, amount):
        if amount > self.balance:
            raise InsufficientFunds(f"{self.owner} has {self.balance}, needs {amount}")
        self.balance -= amount

    def deposit(self, amount):
        self.balance += amount


class Transaction:
    def __init__(self, *accounts):
        self.accounts = accounts

    def __enter__(self):
        self.before = [account.balance for account in self.accounts]
        return self

    def __exit__(self, kind, error, traceback):
        if kind is not None:
            for account, balance in zip(self.accounts, self.before):
                account.balance = balance
        return kind is InsufficientFunds


def move(amount, source, *targets):
    for target in targets:
        target.deposit(amount)
        source.withdraw(amount)


ada, bo, cy = Account("ada", 100), Account("bo", 20), Account("cy", 0)
for amount in (30, 40, 15):
    with Transaction(ada, bo, cy):
        move(amount, ada, bo, cy)
        print("moved", amount)
    print(ada, bo, cy)
