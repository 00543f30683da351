"""S3's rubrics and labels as files, as far as its print fixes them; and small ones."""

import csv

import numpy as np
import yaml

from s3_labels import MODELS, criteria, published


def scenario(name, rows, **changes):
    """A scenario of the given weights and categories."""
    return {
        "id": name,
        "title": f"Task {name}",
        "specialty": "medicine",
        "prompt": "What do you do?",
        "required_output": "A plan.",
        "golden_answer": "A plan.",
        "sources": {"g": {"title": "G", "organisation": "O", "year": 2020}},
        "criteria": [
            {
                "id": f"C{number:03d}",
                "text": f"Says thing {number} of task {name}.",
                "weight": weight,
                "categories": list(categories),
                "sources": ["g"],
                "justification": "It matters.",
            }
            for number, (weight, categories) in enumerate(rows, start=1)
        ],
    } | changes


def write_s3(folder):
    """Five scenario files and one CSV of the labels: the expert's and autoraters'."""
    scenarios = folder / "scenarios"
    scenarios.mkdir(parents=True)
    labels = [("scenario", "criterion", "model", "met", "rater")]
    for task in "12345":
        own = [row for row in criteria() if row.task == task]
        document = scenario(task, [(row.weight, row.tags) for row in own])
        write_yaml(scenarios / f"{task}.yaml", document)
        for number, row in enumerate(own, start=1):
            for model, met in zip(MODELS, row.met, strict=True):
                labels.append((task, f"C{number:03d}", model, str(met), ""))
    expert = list(labels[1:])
    for row in published("agreement"):
        n = len(expert)
        wrong = set(np.linspace(0, n - 1, n - int(row["n_agree"])).round().astype(int))
        labels += [
            (*key, str(int(met) ^ (place in wrong)), row["autorater"])
            for place, (*key, met, _) in enumerate(expert)
        ]
    path = folder / "expert.csv"
    write_csv(path, labels)
    return scenarios, path


def rating(document, model, met, autoraters=None):
    """A rating file: the scenario with the expert's rating of each criterion."""
    rated = [
        {
            **criterion,
            "expert_rating": value,
            **({"autoraters": autoraters} if autoraters else {}),
        }
        for criterion, value in zip(document["criteria"], met, strict=True)
    ]
    return document | {"model": model, "criteria": rated}


def write_yaml(path, *documents):
    """Write documents into one file."""
    path.write_text(yaml.safe_dump_all(documents, sort_keys=False), encoding="utf-8")
    return path


def write_csv(path, rows):
    """Write rows, the header first."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(rows)
    return path
