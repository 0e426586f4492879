import { runCommand } from '#main/run-command.ts'

// A process that runs one command after another: the lists of their arguments are its argument, in JSON. After each it writes its
// exit code to standard output and standard error, in a separate line that begins with a form feed.
for (const args of JSON.parse(process.argv[2] ?? '') as string[][]) {
  const code = await runCommand(args)
  for (const stream of [process.stdout, process.stderr]) stream.write(`\f${code}\n`)
}
