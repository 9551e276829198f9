// Has DuckDB write a matrix again, as it is and changed: node again.mjs MATRIX FOLDER
import { DuckDBInstance } from '@duckdb/node-api'

const [matrix, folder] = process.argv.slice(2)
const connection = await (await DuckDBInstance.create(':memory:')).connect()
for (const [name, select] of Object.entries({
  'again.parquet': '*',
  'again.csv': '*',
  'added.parquet': '*, c1 // 4 - c3 // 4 AS gap',
  'won.parquet': '* REPLACE (wins + 1 AS wins, (wins + 1 + ties / 2) / (990 * combos) AS equity)',
})) {
  await connection.run(`COPY (SELECT ${select} FROM read_parquet('${matrix}') ORDER BY flop) TO '${folder}/${name}'`)
}
