// `npm run build`: installs and builds the screens. After `npm prune --omit=dev`, `npm start` runs the program without what only building needs.

import { build, endWith, findNode, install } from './prepare.mjs';

try {
  await install();
  await build(await findNode());
} catch (fault) {
  endWith(fault);
}
