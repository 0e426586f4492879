import { m } from '#shared/messages/messages.js'
import { commonOptions, type Option } from '../command/options.ts'

/** The options of `tidemark mcp`. */
export const mcpOptions: readonly Option[] = commonOptions.filter(
  ({ name }) => name === 'profile' || name === 'data-dir',
)

export const mcpHelp = (): string => `${m.cli_usage_of_mcp()}

${m.cli_mcp_about()}

${mcpOptions.map(({ name, value = '', words }) => `  --${name} ${value}`.padEnd(18) + words()).join('\n')}
`
