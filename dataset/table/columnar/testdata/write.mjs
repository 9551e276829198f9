// Writes the files of the tests of package table with DuckDB, Polars and Arrow: node write.mjs FOLDER
import { DuckDBInstance } from '@duckdb/node-api'
import pl from 'nodejs-polars'
import { tableFromArrays, tableToIPC } from 'apache-arrow'
import { writeFileSync } from 'node:fs'

const folder = process.argv[2]
const rows = `SELECT [i, 1] AS list, CAST(CASE WHEN i % 3 > 0 THEN i END AS DOUBLE) AS y, CAST(i AS DOUBLE) / 3 AS x, CAST(i * i AS UINTEGER) AS large,
  CAST(-i AS SMALLINT) AS small, i % 2 = 0 AS even, 'row ' || (i // 2) AS name FROM range(40) t(i)`
const connection = await (await DuckDBInstance.create(':memory:')).connect()
for (const [name, options] of Object.entries({
  'duckdb-snappy': 'COMPRESSION SNAPPY', 'duckdb-gzip': 'COMPRESSION GZIP', 'duckdb-lz4': 'COMPRESSION LZ4_RAW', 'duckdb-none': 'COMPRESSION UNCOMPRESSED',
})) {
  await connection.run(`COPY (${rows}) TO '${folder}/${name}.parquet' (FORMAT PARQUET, ${options})`)
}
const n = Array.from({ length: 40 }, (_, i) => i)
const frame = pl.DataFrame([
  pl.Series('name', n.map((i) => `row ${Math.floor(i / 2)}`), pl.Utf8),
  pl.Series('x', n.map((i) => i / 3), pl.Float64),
  pl.Series('y', n.map((i) => (i % 3 > 0 ? i : null)), pl.Float64),
  pl.Series('even', n.map((i) => i % 2 === 0), pl.Bool),
  pl.Series('small', n.map((i) => -i), pl.Int16),
  pl.Series('large', n.map((i) => i * i), pl.Float64),
])
for (const compression of ['zstd', 'snappy', 'lz4']) {
  frame.writeParquet(`${folder}/polars-${compression}.parquet`, { compression })
}
frame.withColumn(pl.col('name').cast(pl.Categorical)).writeParquet(`${folder}/polars-categorical.parquet`)

const table = tableFromArrays({ y: Float64Array.from([0, 1.5, 3, 4.5, 6]), x: Int32Array.from([0, 1, 2, 3, 0]), c: ['red', 'blue', 'red', null, 'red'] })
writeFileSync(`${folder}/javascript.arrow`, tableToIPC(table.slice(0, 3).concat(table.slice(3)), 'file'))
