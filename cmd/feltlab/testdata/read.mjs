// Reads files with readers that share no code with who wrote them, Parquet by DuckDB and Arrow by
// Apache Arrow's JavaScript, and prints for each what it holds as a line of JSON: node read.mjs FILE...
import { readFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
import { tableFromIPC } from 'apache-arrow'

const connection = await (await DuckDBInstance.create(':memory:')).connect()

async function parquet(path) {
  const read = await connection.runAndReadAll(`FROM read_parquet('${path}')`)
  const columns = read.columnNames().map((name, i) => `${name} ${read.columnType(i)}`)
  return { columns, rows: read.getRowObjectsJson() }
}

function arrow(path) {
  const table = tableFromIPC(readFileSync(path))
  return { columns: table.schema.fields.map((f) => `${f.name} ${f.type}`), rows: table.toArray().map((r) => r.toJSON()) }
}

// Integers of 64 bits as text, as DuckDB writes them.
const plain = (_, value) => (typeof value === 'bigint' ? String(value) : value)

for (const path of process.argv.slice(2)) {
  const { columns, rows } = path.endsWith('.arrow') ? arrow(path) : await parquet(path)
  console.log(JSON.stringify({ columns, rows }, plain))
}
