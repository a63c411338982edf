"""Runs macros in a project of dbt on DuckDB, on the rows of a folder, and compares."""
import os
import sys

import duckdb
from compare import compare, home, read, tasks, tell
from dbt.cli.main import dbtRunner
from dbt.version import __version__

project = os.path.join(home, "project")
database = os.path.join(home, "project.duckdb")


def save(path, text):
    os.makedirs(os.path.dirname(os.path.join(project, path)), exist_ok=True)
    with open(os.path.join(project, path), "w", encoding="utf8") as file:
        file.write(text)


types = ", ".join(f"'{name}': '{kind}'" for name, kind in read("sql-types.json").items())
rows = os.path.join(home, "rows.csv")
save("dbt_project.yml", "name: kerf\nversion: '1.0'\nprofile: kerf\nmodels:\n  kerf:\n    +materialized: table\n")
save("profiles.yml", f"kerf:\n  target: dev\n  outputs:\n    dev:\n      type: duckdb\n      path: {database}\n      threads: 1\n")
save(
    "models/rows.sql",
    f"SELECT * FROM read_csv('{rows}', header = false, columns = {{{types}}}, quote = '\"', escape = '\"', allow_quoted_nulls = false)",
)
all_tasks = tasks("dbt")
for i, task in enumerate(all_tasks):
    for kind, name in (("macros", "path"), ("tests", "test")):
        with open(os.path.join(home, task[name]), encoding="utf8") as file:
            save(f"{kind}/t{i}_{kind}.sql", file.read())
    save(f"models/t{i}.sql", f'{{{{ t{i}_{task["ending"]}(ref("rows")) }}}}')

os.environ["DBT_SEND_ANONYMOUS_USAGE_STATS"] = "false"
# The models on all rows; then the tests that came with the macros, each of which must return no row.
for verb in ("run", "test"):
    ran = dbtRunner().invoke([verb, "--project-dir", project, "--profiles-dir", project, "--quiet", "--no-use-colors"])
    if not ran.success:
        faults = ran.exception or [(one.node.name, one.message) for one in ran.result if one.status not in ("success", "pass")]
        sys.exit(f"dbt {verb} failed: {faults}")
tell(f"dbt {__version__} on DuckDB {duckdb.__version__}, {len(ran.result)} tests of its own passed")
connection = duckdb.connect(database)
for i, task in enumerate(all_tasks):
    # By position: names that differ in case alone may be others there.
    found = connection.execute(f"SELECT * FROM t{i} ORDER BY kerf_row").fetchall()
    first = len(found[0]) - len(task["outputs"])
    got = {output["name"]: [row[first + j] for row in found] for j, output in enumerate(task["outputs"])}
    compare(task, got, lambda at: at)
