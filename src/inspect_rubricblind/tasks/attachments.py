"""The one turn of a scenario: its prompt, its attachments, and what it asks for."""

import base64
from pathlib import Path

from inspect_ai.model import ChatMessageUser, ContentImage, ContentText

from inspect_rubricblind.records.scenario import Attachment, Scenario

MOST_BYTES = 10_000_000
SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"RIFF", "image/webp"),
)
"""How the files of each kind of image begin."""


def prompt_of(scenario: Scenario, folder: Path) -> str:
    """The text of the turn; an image stands in it by its description.

    Graders and rules read text alone, so what an image shows has to be in words too.

    Args:
        scenario: The scenario.
        folder: Where its file lies.

    Raises:
        FileNotFoundError: An attached file does not exist.
        ValueError: It lies elsewhere, is too large or no text in UTF-8.
    """
    parts = [scenario.prompt.strip()]
    for attachment in scenario.attachments:
        said = _text(attachment, folder)
        parts.append(f"## Attachment: {attachment.name}\n\n{said.strip()}")
    parts.append(f"## Required output\n\n{scenario.required_output.strip()}")
    return "\n\n".join(parts)


def turn_of(scenario: Scenario, folder: Path) -> ChatMessageUser:
    """The turn as the evaluated model gets it, images included.

    Raises:
        FileNotFoundError: An attached file does not exist.
        ValueError: It lies elsewhere, is too large, or not what it should be.
    """
    text = prompt_of(scenario, folder)
    images = [
        ContentImage(image=_data_uri(attachment, folder))
        for attachment in scenario.attachments
        if attachment.kind == "image"
    ]
    if not images:
        return ChatMessageUser(content=text)
    return ChatMessageUser(content=[ContentText(text=text), *images])


def attached_files(scenario: Scenario, folder: Path) -> list[Path]:
    """The files that a scenario attaches.

    Raises:
        FileNotFoundError: One does not exist.
        ValueError: One lies outside the folder of the scenario, or is too large.
    """
    return [_file(item, folder) for item in scenario.attachments if item.file]


def _text(attachment: Attachment, folder: Path) -> str:
    if attachment.kind == "image":
        return f"[Image: {attachment.alt.strip()}]"
    if not attachment.file:
        return attachment.text
    path = _file(attachment, folder)
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} must be text in UTF-8, but {error}") from None


def _data_uri(attachment: Attachment, folder: Path) -> str:
    path = _file(attachment, folder)
    content = path.read_bytes()
    for start, kind in SIGNATURES:
        if content.startswith(start):
            return f"data:{kind};base64,{base64.b64encode(content).decode()}"
    raise ValueError(
        f"{path} must be a PNG, JPEG, GIF or WebP image, but begins with "
        f"{content[:8]!r}"
    )


def _file(attachment: Attachment, folder: Path) -> Path:
    path = (folder / attachment.file).resolve()
    # A scenario from somebody else must not send other files of this machine away.
    if not path.is_relative_to(folder.resolve()):
        raise ValueError(
            f"attachment {attachment.name!r} must lie in the folder of its scenario, "
            f"but got {attachment.file!r}"
        )
    if not path.is_file():
        raise FileNotFoundError(
            f"attachment {attachment.name!r} must be an existing file, but there is no "
            f"{path}"
        )
    if (size := path.stat().st_size) > MOST_BYTES:
        raise ValueError(
            f"attachment {attachment.name!r} must have at most {MOST_BYTES:,} bytes, "
            f"but got {size:,}"
        )
    return path
