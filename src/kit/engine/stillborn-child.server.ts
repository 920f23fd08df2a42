// A child for tests: it dies before it takes an order, as one that the system kills for lack of memory.
import { serve } from './serve.server.ts';

process.kill(process.pid, 'SIGKILL');
serve(() => undefined);
