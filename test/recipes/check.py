import sys
from recipe import sign
for line in sys.stdin.buffer.read().decode().split("\n"):
    secret, count, *words = line.split("\t")
    fields = list(zip(words[::2], words[1::2]))
    print("\t".join(sign(fields[: int(count)], fields[int(count) :], secret)))
