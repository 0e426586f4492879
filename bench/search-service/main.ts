import { startInstrumentService } from '../../test/fakes/instrument-service.ts'
import { makeInstruments } from '../../test/fakes/instrument-set.ts'

const [rows, pageSize] = process.argv.slice(2).map(Number)
const service = await startInstrumentService([...makeInstruments(rows ?? 0)], pageSize ?? 1_000)
process.send?.(service.url.href)
