// Prints how many screens and registries stand, as JSON: what the cost of the tests grows with (scripts/budget.mjs).

import { modules } from '#app/modules.server.ts';
import { menuFor } from '#platform/menu/menu.ts';
import { leavesOf } from '#platform/menu/menu-leaves.ts';

const registries = modules.flatMap((module) => module.registries);
// Behind the list of a registry that one may insert into stands its form.
const screens = leavesOf(menuFor(modules, () => true)).length + registries.filter(({ readOnly }) => !readOnly).length;
console.log(JSON.stringify({ screens, registries: registries.length }));
