import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { AreaMaeInput, AtivoInput } from './areas-organizacionais/areas-organizacionais.web.tsx';
import { Organograma } from './areas-organizacionais/organograma.web.tsx';
import { cargoSalario } from './module.ts';

export const module = defineModuleWeb({
  declaration: cargoSalario,
  views: { 'areas-organizacionais': { inputs: { areaMae: AreaMaeInput, ativo: AtivoInput } } },
  screens: { organograma: Organograma },
});
