// Preloaded into the server by scripts/start.mjs. The server runs in a process group of its own, so that Ctrl-C reaches it once; this ties its
// life to the starter all the same: should the starter die without a word, the server closes cleanly instead of holding the port.

import process from 'node:process';

if (process.env.VINCULO_TETHER && process.channel) {
  delete process.env.VINCULO_TETHER;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // Listening keeps the channel, and so the process, alive; the server decides that itself.
  process.channel.unref();
}
