"""What a notebook shows: tables and charts, and nothing that a name could smuggle in."""

from xml.etree import ElementTree

import pandas as pd
from library import ROOT

from kerf_bins import KerfBinner, fit_table

PENGUINS = pd.read_csv(ROOT / "samples/penguins.csv")


def parsed(html):
    return ElementTree.fromstring(html)


def test_a_table_and_a_chart_per_column():
    binning = fit_table(PENGUINS, "species")
    page = parsed(binning._repr_html_())
    assert len(page.findall(".//details")) == len(page.findall(".//svg")) == len(page.findall(".//table")) == len(binning.columns)
    column = binning["beak_length_mm"]
    [shown] = [part for part in page.findall(".//details") if "beak_length_mm" in part.find("./summary/b").text]
    heads = [cell.text for cell in shown.findall(".//th")]
    assert heads == ["bin", "rows", "share", "Adelie", "Chinstrap", "Gentoo"]
    rows = [[cell.text for cell in row] for row in shown.findall(".//tbody/tr")]
    assert [row[0] for row in rows] == column.labels[: len(rows)]
    assert sum(int(row[1]) for row in rows) == len(PENGUINS)
    # A line for every cut that the chart covers.
    assert len(shown.findall(".//line")) == len(column.cuts)


def test_a_numeric_target_has_means():
    page = parsed(fit_table(PENGUINS[["beak_length_mm", "body_mass_g"]], "body_mass_g")._repr_html_())
    assert [cell.text for cell in page.findall(".//th")][-1] == "mean of body_mass_g"


def test_names_are_text():
    name = '<script>alert("x")</script>'
    html = fit_table({name: ["<b>", "&", "<b>"], "y": ["a", "<i>", "a"]}, "y")._repr_html_()
    assert "<script" not in html and "<i>" not in html and ">&lt;b&gt;<" in html and "&lt;script&gt;" in html


def test_the_transformer_shows_its_bins_once_it_has_some():
    binner = KerfBinner("equal-width")
    assert "KerfBinner" in binner._repr_html_()
    binner.fit(PENGUINS[["beak_length_mm"]])
    assert binner._repr_html_() == binner.binning_._repr_html_()
