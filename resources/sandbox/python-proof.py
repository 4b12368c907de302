"""Says which Python and tracer these are, and what of the host can be reached from here: one object as JSON.

Run with the tracer's package folder and the folders that are shown to programs as arguments, where programs will run.
"""

import json
import os
import socket
import sys


def connect():
    connection = socket.socket()
    connection.settimeout(1)
    # A refusal by somebody who listens nowhere still proves that there is a network.
    status = connection.connect_ex(("127.0.0.1", 9))
    connection.close()
    return len(os.listdir("/sys/class/net")) if status == 0 else None


def write_anywhere():
    for folder in ("/", "/usr", "/usr/bin", "/dev", "/proc/sys", os.path.dirname(sys.executable)):
        if os.access(folder, os.W_OK):
            return folder
    for folder, _, names in os.walk("/proc/sys/kernel"):
        for name in names:
            if os.access(os.path.join(folder, name), os.W_OK):
                return os.path.join(folder, name)
    return None


def see_homes():
    """What is below folders of users and is none of the folders that are to be seen."""
    shown = sys.argv[2:]

    def below(folder):
        found = []
        for name in os.listdir(folder) if os.path.isdir(folder) else ():
            path = folder + "/" + name
            if any(one.startswith(path + "/") for one in shown):
                found += below(path)
            elif path not in shown:
                found.append(path)
        return found

    return below("/home") + below("/root")


def capabilities():
    with open("/proc/self/status") as status:
        fields = dict(line.rstrip("\n").split(":\t", 1) for line in status if ":\t" in line)
    held = [name for name in ("CapEff", "CapPrm", "CapAmb") if int(fields[name], 16)]
    return held or None


# Each returns what it got hold of, or nothing.
ATTEMPTS = (
    ("read the list of users", lambda: os.path.exists("/etc/passwd")),
    ("see a home folder", see_homes),
    ("be root", lambda: os.getuid() == 0),
    ("hold a capability", capabilities),
    ("see other processes", lambda: [name for name in os.listdir("/proc") if name.isdigit() and int(name) > 99]),
    ("open a connection", connect),
    ("find an interface besides its own", lambda: [one for _, one in socket.if_nameindex() if one != "lo"]),
    ("see the environment", lambda: sorted(set(os.environ) - {"HOME", "LANG", "PATH", "PWD", "PYTHONHASHSEED", "PYTHONUSERBASE"})),
    ("write outside of its folders", write_anywhere),
)


def held():
    found = []
    for what, attempt in ATTEMPTS:
        try:
            if attempt():
                found.append(what)
        except (OSError, AttributeError):
            pass
    return found


def main():
    sys.path.insert(0, os.path.dirname(sys.argv[1]))
    from ndtracer import VERSION

    versions = {"python": "%d.%d.%d" % sys.version_info[:3], "tracer": VERSION}
    print(json.dumps(dict(versions, tried=len(ATTEMPTS), held=held())))


main()
