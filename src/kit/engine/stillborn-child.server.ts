// A child of the tests of this folder that dies as one that the system kills for want of memory, before it takes an order.
import { serve } from './serve.server.ts';

process.kill(process.pid, 'SIGKILL');
serve(() => undefined);
