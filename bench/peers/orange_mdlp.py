"""Orange: Fayyad and Irani's cuts."""
import numpy as np
from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
from Orange.preprocess.discretize import EntropyMDL
from measured import run


def mdlp(codes, values):
    names = [str(code) for code in range(int(codes.max()) + 1)]
    domain = Domain([ContinuousVariable(f"x{c}") for c in range(len(values))], DiscreteVariable("y", names))
    table = Table.from_numpy(domain, np.ascontiguousarray(values.T), codes.astype(float))

    def work():
        found = [EntropyMDL()(table, variable) for variable in domain.attributes]
        return {"cuts": [list(getattr(variable.compute_value, "points", [])) for variable in found]}

    return work


run({"mdlp": mdlp})
