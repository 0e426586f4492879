import type { RealizedLot } from '../../../../shared/model/ledger/realized-lots.ts'
import type { LedgerRow } from '../../../insight/ledger/row.ts'
import type { UnitClosing } from '../../../insight/lots/open-lots.ts'
import { formatUnits, parseUnits } from '../../../insight/lots/units.ts'
import { realizedLot } from '../../../insight/performance/realized-lots.ts'

const blockBytes = 1 << 18

interface Holding {
  readonly accountId: string
  readonly symbol: string
}

/** Realized lots, each as a short text outside of V8's heap: half a million of them take 40 MB, where objects take 300 MB. */
export class PackedLots {
  readonly #holdings: Holding[] = []
  readonly #currencies: (string | null)[] = []
  readonly #blocks: Buffer[] = []
  /** The position of each text over all blocks, and when its lot was closed (UTC ms). */
  readonly #begins: number[] = []
  readonly #closedAt: number[] = []
  #end = 0
  #order: Uint32Array | null = null

  get count(): number {
    return this.#begins.length
  }

  /** What a row of an account closed. */
  add(
    accountId: string,
    { at, symbol, currency }: Pick<LedgerRow, 'at' | 'symbol' | 'currency'>,
    closing: UnitClosing,
  ): void {
    const last = this.#holdings.at(-1)
    if (last?.accountId !== accountId || last.symbol !== symbol) this.#holdings.push({ accountId, symbol })
    const { quantity, cost, proceeds, openedAt } = closing
    const units = [quantity, cost, proceeds].map((each) => (each === null ? '' : formatUnits(each)))
    const fields = [this.#holdings.length - 1, this.#indexOf(currency), openedAt ?? '', ...units]
    this.#append(Buffer.from(`${fields.join(' ')}\n`))
    this.#closedAt.push(at)
    this.#order = null
  }

  /** The latest first; those of one instant in the order in which they were added. */
  page(offset: number, limit: number): RealizedLot[] {
    return Array.from(this.#sorted().subarray(offset, offset + limit), (index) => this.#read(index))
  }

  #indexOf(currency: string | null): number {
    const index = this.#currencies.indexOf(currency)
    return index === -1 ? this.#currencies.push(currency) - 1 : index
  }

  #sorted(): Uint32Array {
    const closedAt = this.#closedAt
    this.#order ??= Uint32Array.from(closedAt.keys()).sort((a, b) => (closedAt[b] ?? 0) - (closedAt[a] ?? 0) || a - b)
    return this.#order
  }

  #append(text: Buffer): void {
    const free = this.#blocks.length * blockBytes - this.#end
    if (free < text.length) {
      this.#end += free
      this.#blocks.push(Buffer.allocUnsafeSlow(blockBytes))
    }
    this.#begins.push(this.#end)
    this.#blocks.at(-1)?.set(text, this.#end % blockBytes)
    this.#end += text.length
  }

  #read(index: number): RealizedLot {
    const begin = this.#begins[index] ?? 0
    const block = this.#blocks[Math.floor(begin / blockBytes)] ?? Buffer.alloc(0)
    const text = block.toString('latin1', begin % blockBytes, block.indexOf('\n', begin % blockBytes))
    const [holding = '', currency = '', openedAt = '', quantity = '', cost = '', proceeds = ''] = text.split(' ')
    const { accountId, symbol } = this.#holdings[Number(holding)] ?? { accountId: '', symbol: '' }
    const row = { at: this.#closedAt[index] ?? 0, symbol, currency: this.#currencies[Number(currency)] ?? null }
    return realizedLot(accountId, row, {
      ...{ quantity: readUnits(quantity) ?? 0n, cost: readUnits(cost), proceeds: readUnits(proceeds) },
      openedAt: openedAt === '' ? null : Number(openedAt),
    })
  }
}

const readUnits = (text: string): bigint | null => (text === '' ? null : parseUnits(text))
