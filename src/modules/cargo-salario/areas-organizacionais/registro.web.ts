import { AreaMaeInput, AtivoInput, aoInativar } from './areas-organizacionais.web.tsx';
import { TalentosDaArea } from './talentos-da-area.web.tsx';

export const registro = {
  inputs: { areaMae: AreaMaeInput, ativo: AtivoInput },
  asksBeforeSave: aoInativar,
  panels: [{ title: 'Talentos', content: TalentosDaArea }],
};
