import { m } from '#shared/messages/messages.js'
import type { AssistantCall, AssistantState } from '#shared/model/app/assistant.ts'
import type { AssistantAmounts } from '#shared/model/app/settings.ts'
import { texts } from '#shared/texts.ts'
import type { App } from '../../lib/app.svelte.ts'
import { writeClipboard } from '../../lib/clipboard.ts'
import { query } from '../../lib/host/queries.svelte.ts'
import type { Query } from '../../lib/host/query.svelte.ts'

export const amountChoices: readonly { readonly value: AssistantAmounts; readonly label: string }[] = texts([
  { value: 'shown', label: m.settings_assistants_to_the_digit },
  { value: 'rounded', label: m.settings_assistants_rounded_to_two_digits },
  { value: 'hidden', label: m.settings_assistants_hidden },
])

/** The configuration of an assistant, in the format that most of them read. */
export const configurationOf = ({ command, args }: NonNullable<AssistantState['launch']>): string => `{
  "mcpServers": {
    "tidemark": {
      "command": ${JSON.stringify(command)},
      "args": [${args.map((arg) => JSON.stringify(arg)).join(', ')}]
    }
  }
}`

export const outcomeWords: Readonly<Record<AssistantCall['outcome'], string>> = texts({
  answered: m.settings_assistants_answered,
  refused: m.settings_assistants_refused,
  failed: m.settings_assistants_failed,
})

/** The number of calls shown at first. */
const firstCalls = 10

/** How to start assistants, and their calls. */
export class AssistantControl {
  readonly state: Query<AssistantState>
  readonly #app: App
  showsAll = $state(false)
  copied = $state<'copied' | 'failed'>()

  constructor(app: App) {
    this.#app = app
    this.state = query(app.client, 'assistants.read')
  }

  get configuration(): string | null {
    const launch = this.state.current?.launch ?? null
    return launch === null ? null : configurationOf(launch)
  }

  get calls(): readonly AssistantCall[] {
    const calls = this.state.current?.calls ?? []
    return this.showsAll ? calls : calls.slice(0, firstCalls)
  }

  get hiddenCalls(): number {
    return (this.state.current?.calls.length ?? 0) - this.calls.length
  }

  setOn(isOn: boolean): void {
    void this.#app.change({ assistants: { ...this.#app.settings.assistants, isOn } })
  }

  setAmounts(amounts: AssistantAmounts): void {
    void this.#app.change({ assistants: { ...this.#app.settings.assistants, amounts } })
  }

  async copy(): Promise<void> {
    const { configuration } = this
    if (configuration !== null) this.copied = (await writeClipboard(configuration)) ? 'copied' : 'failed'
  }
}
