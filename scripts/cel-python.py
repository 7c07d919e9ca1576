"""Evaluates expressions with cel-python: one JSON list of sources in, one JSON list of {"value"} or {"error"} out."""
import json
import sys

import celpy
from celpy import celtypes


def plain(value):
    if isinstance(value, celtypes.BoolType):
        return bool(value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value)
    return str(value)


request = json.load(sys.stdin)
environment = celpy.Environment()
activation = {"this": celpy.json_to_cel(request["value"])}
answers = []
for source in request["expressions"]:
    try:
        program = environment.program(environment.compile(source))
        answers.append({"value": plain(program.evaluate(activation))})
    except Exception as error:  # noqa: BLE001 - every failure is an answer
        answers.append({"error": type(error).__name__})
json.dump(answers, sys.stdout)
