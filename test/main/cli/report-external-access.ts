/**
 * A module that is imported before a program. It writes each connection, name look-up and use of the keychain to standard
 * error.
 */
export const reportExternalAccess = `data:text/javascript,
  import net from 'node:net'
  import dns from 'node:dns'
  import { createRequire } from 'node:module'
  const report = (what) => process.stderr.write('REACHED ' + what + '\\n')
  const { connect } = net.Socket.prototype
  net.Socket.prototype.connect = function (...args) { report('network'); return connect.apply(this, args) }
  dns.lookup = () => report('names')
  const { dlopen } = process
  process.dlopen = function (module, file, ...rest) {
    if (!/better.sqlite3/.test(file)) report(file)
    return dlopen.call(this, module, file, ...rest)
  }`.replaceAll('\n', ' ; ')
