import type { AnyDiscretizer } from '../../discretizers/discretizer.ts'
import type { LabelValue, ValuesGiven } from '../../types.ts'
import type { ColumnFit } from './column-fit.ts'
import type { ColumnPool, PoolRun } from './column-pool.ts'

/** Options for single columns by name; what each takes follows from its method. Names that no column has are refused. */
export type ColumnFits<Name extends string, Methods> = {
  readonly [Key in keyof Methods]: ColumnFit<Methods[Key]>
} & (string extends keyof Methods ? unknown : { readonly [Key in Exclude<keyof Methods, Name>]: never })

/** Options of `fitTable`: target and weights, which columns, and how they are fitted. The compiler knows the names of a typed table. */
export interface FitTableOptions<
  Name extends string = string,
  Method = AnyDiscretizer,
  Methods = Record<string, AnyDiscretizer>,
> extends PoolRun {
  /** name of the target column; none for unsupervised methods */
  readonly target?: Name | undefined
  /** auto: text, truth values or at most 20 distinct whole numbers are classes, other numbers are numeric; default auto */
  readonly targetKind?: 'auto' | 'class' | 'numeric' | undefined
  /** the class that rates and weight of evidence speak of; default the second of two */
  readonly event?: string | number | boolean | undefined
  /** name of the column of weights */
  readonly weights?: Name | undefined
  /** names of the columns to bin; default all others */
  readonly columns?: readonly Name[] | undefined
  /** names of columns of numbers whose other values, such as the text n/a, count as missing, with a note */
  readonly numbers?: readonly Name[] | undefined
  /** for every column */
  readonly all?: ColumnFit<Method> | undefined
  /** for single columns, over what `all` says */
  readonly perColumn?: ColumnFits<Name, Methods> | undefined
  /** where the rows came from, kept in the binning */
  readonly source?: string | undefined
  /** where columns are fitted, such as the `threadPool` of `kerf/node`; default here, one after the other */
  readonly pool?: ColumnPool | undefined
}

/** Data of `fitTable`: columns by name, which may be an interface, or rows that are objects. */
export type TableOrRows<Data> = Iterable<object> | { readonly [Name in keyof Data]: ValuesGiven<LabelValue> }

/** The names of the columns of a table or of rows; any text where the compiler knows none. */
export type NameOf<Data> = Data extends Iterable<infer Row> ? KeyOf<Row> : KeyOf<Data>

type KeyOf<Row> = [keyof Row] extends [never] ? string : Row extends unknown ? keyof Row & string : never

/** A name as a variable may hold it: nothing is known of it. */
export type AnyName<Name extends string> = string extends Name ? string : never
