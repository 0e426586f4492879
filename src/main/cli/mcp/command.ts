import { commonOptions, type Option } from '../command/options.ts'

/** The options of `tidemark mcp`. */
export const mcpOptions: readonly Option[] = commonOptions.filter(
  ({ name }) => name === 'profile' || name === 'data-dir',
)

export const mcpHelp = `Usage: tidemark mcp [--profile ID] [--data-dir DIR]

Answers an assistant by the Model Context Protocol over standard input and output. The assistant starts
it: Settings, Assistants shows the line for its configuration. It only reads what is on this computer,
and answers nothing until assistants are switched on there, for each profile by itself. The choice holds
for the next call. Each call is in a log that Settings shows.

${mcpOptions.map(({ name, value = '', words }) => `  --${name} ${value}`.padEnd(18) + words).join('\n')}
`
