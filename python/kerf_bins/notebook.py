"""A binning as HTML for notebooks: per column a chart and a table. Nothing is loaded from elsewhere."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from .number_text import number_text

if TYPE_CHECKING:
    from .binning import Binning, Column

# So many columns are shown open; a click opens the others.
_OPEN = 4
_OPENED = ' open="open"'
_WIDTH, _HEIGHT = 420, 90


def binning_html(binning: Binning) -> str:
    """All columns, the first few of them open."""
    parts = [_column_html(column, binning.target, i < _OPEN) for i, column in enumerate(binning.columns)]
    told = [escape(str(note.get("message", ""))) for note in binning.saved.get("notes") or []]
    notes = "".join(f"<p>{note}</p>" for note in told)
    return f'<div class="kerf-binning">{"".join(parts)}{notes}</div>'


def _column_html(column: Column, target: dict[str, Any] | None, is_open: bool) -> str:
    bins = len(column.saved["bins"])
    title = f"{escape(column.name)}: {bins} bin{'' if bins == 1 else 's'}"
    notes = "".join(f"<p>{escape(str(note.get('message', '')))}</p>" for note in column.saved.get("notes") or [])
    return (
        f"<details{_OPENED if is_open else ''}><summary><b>{title}</b></summary>"
        f"{_chart(column)}{_table(column, target)}{notes}</details>"
    )


def _table(column: Column, target: dict[str, Any] | None) -> str:
    saved = column.saved
    slots = [*saved["bins"], saved["missing"], *(saved.get("special") or [])]
    rows = [(label, slot) for label, slot in zip(column.labels, slots)]
    total = sum(_weight(slot) for _, slot in rows)
    heads, tell = _target_heads(target)
    body = "".join(
        f"<tr><td style='text-align:left'>{escape(label)}</td><td>{number_text(slot['count'])}</td>"
        f"<td>{_share(_weight(slot), total)}</td>{''.join(f'<td>{cell}</td>' for cell in tell(slot))}</tr>"
        for i, (label, slot) in enumerate(rows)
        # What is set aside is shown where there is any.
        if i < len(saved["bins"]) or slot["count"] > 0
    )
    head = "".join(f"<th>{escape(name)}</th>" for name in ("bin", "rows", "share", *heads))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _target_heads(target: dict[str, Any] | None) -> tuple[list[str], Any]:
    """The heads of the columns that tell of the target, and what gives their cells for a bin."""
    if target is None:
        return [], lambda slot: []
    if target["kind"] == "numeric":
        name = target.get("name") or "target"
        return [f"mean of {name}"], lambda slot: [_mean(slot)]
    classes: list[str] = target["classes"]
    event = target.get("event") or (classes[1] if len(classes) == 2 else None)
    shown = [i for i, label in enumerate(classes) if event is None or label == event][:6]

    def shares(slot: dict[str, Any]) -> list[str]:
        counts = slot.get("classes") or []
        return [_share(counts[i], sum(counts)) if i < len(counts) else "" for i in shown]

    return [classes[i] for i in shown], shares


def _chart(column: Column) -> str:
    """Bars of the values with the cuts across them; of a column of levels, bars of the bins."""
    shape = column.saved.get("shape")
    if not isinstance(shape, dict) or not shape.get("counts") or not shape["to"] > shape["from"]:
        return _bars([_weight(bin) for bin in column.saved["bins"]], [])
    width = shape["to"] - shape["from"]
    return _bars(shape["counts"], [(cut - shape["from"]) / width for cut in column.cuts])


def _bars(counts: list[float], cuts: list[float]) -> str:
    most = max(counts, default=0) or 1
    step = _WIDTH / max(1, len(counts))
    bars = "".join(
        f'<rect x="{i * step:.1f}" y="{_HEIGHT * (1 - count / most):.1f}" width="{max(0.5, step - 0.5):.1f}" '
        f'height="{_HEIGHT * count / most:.1f}" fill="#6b8fb5"/>'
        for i, count in enumerate(counts)
    )
    lines = "".join(
        f'<line x1="{_WIDTH * at:.1f}" x2="{_WIDTH * at:.1f}" y1="0" y2="{_HEIGHT}" stroke="#b3402a" stroke-width="1.5"/>'
        for at in cuts
        if 0 <= at <= 1
    )
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" role="img" '
        f'aria-label="the values and their cuts">{bars}{lines}</svg>'
    )


def _weight(counted: dict[str, Any]) -> float:
    return counted.get("weight", counted["count"])


def _mean(slot: dict[str, Any]) -> str:
    weight = _weight(slot)
    total = slot.get("sum")
    return "" if not weight or not isinstance(total, (int, float)) else f"{total / weight:.4g}"


def _share(part: float, whole: float) -> str:
    return "" if not whole else f"{100 * part / whole:.1f} %"
