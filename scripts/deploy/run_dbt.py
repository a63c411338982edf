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
    with open(task["path"], encoding="utf8") as file:
        save(f"macros/m{i}.sql", file.read())
    save(f"models/t{i}.sql", f'{{{{ t{i}_bins(ref("rows")) }}}}')

os.environ["DBT_SEND_ANONYMOUS_USAGE_STATS"] = "false"
ran = dbtRunner().invoke(["run", "--project-dir", project, "--profiles-dir", project, "--quiet", "--no-use-colors"])
if not ran.success:
    sys.exit(f"dbt failed: {ran.exception or [one.message for one in ran.result if one.status != 'success']}")
tell(f"dbt {__version__} on DuckDB {duckdb.__version__}")
connection = duckdb.connect(database)
for i, task in enumerate(all_tasks):
    fields = ", ".join(f'"{output["name"]}"' for output in task["outputs"])
    found = connection.execute(f"SELECT {fields} FROM t{i} ORDER BY kerf_row").fetchall()
    got = {output["name"]: [row[j] for row in found] for j, output in enumerate(task["outputs"])}
    compare(task, got, lambda at: at)
