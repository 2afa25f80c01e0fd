"""Arelle, by its API, offline: standard facts load, the standard taxonomy doesn't."""

import sys

from arelle.api.Session import Session
from arelle.RuntimeOptions import RuntimeOptions

options = RuntimeOptions(entrypointFile=sys.argv[1], internetConnectivity="offline", logFile="/dev/null", keepOpen=True)
with Session() as session:
    session.run(options)
    print(sum(len(model.facts) for model in session.get_models()), "facts")
