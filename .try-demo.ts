import { startDemoBroker } from './src/main/demo/server.ts'
const size = process.argv[2] as 'whale'
let t = performance.now()
const b = await startDemoBroker({ size, requestsPerMinute: 1e6 })
console.log(size, 'start', (performance.now() - t).toFixed(1))
const { token } = await (await fetch(b.baseUrl + '/v1/sessions', { method: 'POST', body: JSON.stringify({ secret: b.secret }) })).json() as any
const get = async (p: string) => { const t = performance.now(); const r = await fetch(b.baseUrl + p, { headers: { authorization: `Bearer ${token}` } }); const j = await r.json(); console.log(p, r.status, (performance.now() - t).toFixed(1) + 'ms'); return j as any }
await get('/v1/usage')
for (let i = 0; i < 2; i++) for (const p of ['/v1/assets', '/v1/assets/all', '/v1/accounts/1900001', '/v1/accounts/1900001/orders', '/v1/accounts/1900001/transactions?limit=1000', '/v1/accounts/1900001/transactions?limit=1000&interval.start_time=2022-03-01T00:00:00Z&interval.end_time=2022-04-01T00:00:00Z','/v1/instruments/BTCUSD@_CRYP/quotes/latest', '/v1/instruments/SBER@MISX/quotes/latest', '/v1/instruments/SBER@MISX/orderbook']) await get(p)
if (b.accounts.ids.length > 1) for (const p of ['/v1/accounts/TRQD05:989213', '/v1/accounts/TRQD05:989213/transactions?limit=1000', '/v1/accounts/1900002']) await get(p)
const { bySymbol, cash } = b.accounts.holdings('1900001')
console.log(bySymbol.size, [...cash])
;(globalThis as any).gc?.()
console.log('heap', process.memoryUsage().heapUsed / 1e6)
await b.close()
