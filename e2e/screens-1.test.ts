import { inspectShare } from './inspect.ts';
import { journeys } from './product.ts';

inspectShare(journeys(), 0, 2);
