"""Evaluates expressions with cel-python: cases of a source and values in, a list of {"value"} or {"error"} for each out."""
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


environment = celpy.Environment()
answers = []
for case in json.load(sys.stdin):
    try:
        program = environment.program(environment.compile(case["source"]))
    except Exception as error:  # noqa: BLE001 - every failure is an answer
        answers.append([{"error": type(error).__name__}])
        continue
    results = []
    for value in case["values"]:
        try:
            results.append({"value": plain(program.evaluate({"this": celpy.json_to_cel(value)}))})
        except Exception as error:  # noqa: BLE001
            results.append({"error": type(error).__name__})
            if len(case["values"]) > 1:
                break
    answers.append(results)
json.dump(answers, sys.stdout)
