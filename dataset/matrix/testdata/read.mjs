// Reads matrix files with two Parquet readers that share no code with the one that wrote them
// and prints what it finds as JSON: node read.mjs MATRIX ALL
import { DuckDBInstance } from '@duckdb/node-api'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

const [matrix, all] = process.argv.slice(2)
const features = Array.from({ length: 73 }, (_, i) => `f${i + 1}`)

async function duckdb(path, expressions) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const query = (sql) => connection.runAndReadAll(sql).then((r) => r.getRowObjectsJson())
  const select = Object.entries(expressions).map(([name, sql]) => `${sql} AS ${name}`)
  const [sums] = await query(`SELECT ${select} FROM read_parquet('${path}')`)
  const columns = await query(`DESCRIBE SELECT * FROM read_parquet('${path}')`)
  const pairs = await query(`SELECT decode(key) AS key, decode(value) AS value FROM parquet_kv_metadata('${path}')`)
  return {
    // Integers come as text, so that none is rounded.
    sums: Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, String(value)])),
    columns: columns.map((c) => `${c.column_name} ${c.column_type}`),
    metadata: Object.fromEntries(pairs.map((p) => [p.key, p.value])),
  }
}

async function hyparquet(path) {
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  const rows = await parquetReadObjects({ file, metadata, compressors })
  return {
    rows: rows.map((r) => ({
      flop: r.flop,
      cards: [r.c1, r.c2, r.c3],
      features: features.flatMap((name, i) => (r[name] === true ? [i + 1] : [])),
      equity: r.equity,
      counts: [r.wins, r.ties, r.combos, r.orbit_weight].map(String),
    })),
    metadata: Object.fromEntries(metadata.key_value_metadata.map((p) => [p.key, p.value])),
  }
}

const equities = ['rus', 'rs', 'rml', 'atc']
console.log(JSON.stringify({
  matrix: await duckdb(matrix, {
    rows: 'count(*)',
    wins: 'sum(wins)', ties: 'sum(ties)', combos: 'sum(combos)', weight: 'sum(orbit_weight)',
    off: 'max(abs(equity - (wins + ties / 2) / (990 * combos)))',
    features: features.map((name) => `count(*) FILTER (${name})`).join(` || ' ' || `),
    best: 'max_by(flop, equity)', highest: 'max(equity)',
  }),
  all: await duckdb(all, {
    rows: 'count(*)', weight: 'sum(orbit_weight)', hands: 'count(DISTINCT hand)', classes: 'count(DISTINCT class)',
    pairs: `count(DISTINCT hand || flop)`,
    ...Object.fromEntries(equities.map((e) => [`off_${e}`, `max(abs(equity_${e} - (wins_${e} + ties_${e} / 2) / (990 * combos_${e})))`])),
    // Summed over all hands and flops, hand against hand is a fair game.
    fair: 'sum(orbit_weight * (2 * wins_atc + ties_atc)) - sum(orbit_weight * 990 * combos_atc)',
    aces: `sum(orbit_weight * wins_atc) FILTER (class = 'AA')`,
  }),
  hyparquet: await hyparquet(matrix),
}))
