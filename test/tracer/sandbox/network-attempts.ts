import type { Attempt } from './attempt.ts'

const TOLD = { kind: 'told' } as const
const ANSWERS = { kind: 'answers' } as const

/** Connections out, in, and beside the network. */
export const NETWORK_ATTEMPTS: readonly Attempt[] = [
  {
    name: 'connect',
    goal: TOLD,
    code: 'import socket\none = socket.create_connection(("127.0.0.1", PORT), 2)\none.sendall(b"hello")\nprint(one.recv(1000))',
  },
  {
    name: 'connect by name',
    goal: TOLD,
    code: 'import socket\none = socket.create_connection(("localhost", PORT), 2)\none.sendall(b"hello")\nprint(one.recv(1000))',
  },
  {
    name: 'send a datagram',
    goal: TOLD,
    code: 'import socket\none = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\none.settimeout(2)\none.sendto(b"hello", ("127.0.0.1", PORT))\nprint(one.recv(1000))',
  },
  {
    name: 'fetch a page',
    goal: TOLD,
    code: 'import urllib.request\nprint(urllib.request.urlopen("http://127.0.0.1:%d/" % PORT, timeout=2).read())',
  },
  {
    name: 'fetch a page with http.client',
    goal: TOLD,
    code: 'import http.client\none = http.client.HTTPConnection("127.0.0.1", PORT, timeout=2)\none.request("GET", "/")\nprint(one.getresponse().read())',
  },
  {
    name: 'connect with asyncio',
    goal: TOLD,
    code: 'import asyncio\nasync def main():\n    reader, writer = await asyncio.open_connection("127.0.0.1", PORT)\n    writer.write(b"hello")\n    print(await asyncio.wait_for(reader.read(1000), 2))\nasyncio.run(main())',
  },
  {
    name: 'connect to a socket by path',
    goal: TOLD,
    code: 'import socket\none = socket.socket(socket.AF_UNIX)\none.settimeout(2)\none.connect(SOCKET)\none.sendall(b"hello")\nprint(one.recv(1000))',
  },
  {
    name: 'connect to an abstract socket',
    goal: TOLD,
    code: 'import socket\none = socket.socket(socket.AF_UNIX)\none.settimeout(2)\none.connect("\\0" + ABSTRACT)\none.sendall(b"hello")\nprint(one.recv(1000))',
  },
  {
    name: 'listen on loopback',
    goal: ANSWERS,
    code: 'import socket\none = socket.socket()\none.bind(("127.0.0.1", BIND))\none.listen()\none.settimeout(1.5)\none.accept()[0].sendall(b"hello")',
  },
  {
    name: 'listen everywhere',
    goal: ANSWERS,
    code: 'import socket\none = socket.socket()\none.bind(("0.0.0.0", BIND))\none.listen()\none.settimeout(1.5)\none.accept()[0].sendall(b"hello")',
  },
  {
    name: 'listen to all packets',
    goal: { kind: 'told', word: 'REACHED' },
    outside: 'root',
    code: 'import socket\nsocket.socket(socket.AF_PACKET, socket.SOCK_RAW)\nprint("REACHED")',
  },
  {
    name: 'ask for the machine’s name',
    goal: { kind: 'told', word: 'HOSTNAME' },
    code: 'import socket\nprint("[" + socket.gethostname() + "]")',
  },
]
