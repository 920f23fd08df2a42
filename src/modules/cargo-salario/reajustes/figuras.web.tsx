import { formatDate } from '#kit/br/date.ts';
import { formatMoney, formatNumber, formatPercentage } from '#kit/br/number.ts';
import { deNumeros, Grade } from './grade.web.tsx';
import classes from './painel.module.css';
import type { Totais, TotaisDaArea, TotalFolha } from './painel.ts';

/** Amounts hidden from the reader are shown as dots, not as zero. */
export const dinheiro = (valor: number | null) => (valor === null ? '•••' : formatMoney(valor));
/** The number of changed salaries, for readers who may see salaries. */
export const contados = (valor: number | null) => (valor === null ? '•••' : formatNumber(valor));
export const porcento = (valor: number | null, escondido = false) =>
  valor === null ? (escondido ? '•••' : '—') : formatPercentage(valor, 2);

function Figura({ nome, valor }: { nome: string; valor: string }) {
  return (
    <div className={classes.figure}>
      <dt>{nome}</dt>
      <dd>{valor}</dd>
    </div>
  );
}

export function Figuras({
  totais,
  teto,
  retroativo,
}: {
  totais: Totais;
  teto?: number | null;
  retroativo?: TotalFolha['retroativo'];
}) {
  const oculto = totais.totalAtual === null;
  return (
    <dl className={classes.figures}>
      <Figura nome="Folha antes" valor={dinheiro(totais.totalAtual)} />
      <Figura nome="Folha depois" valor={dinheiro(totais.totalProposto)} />
      <Figura nome="Diferença por mês" valor={`${dinheiro(totais.diferenca)} (${porcento(totais.percentual, oculto)})`} />
      <Figura nome="Talentos alcançados" valor={`${contados(totais.alcancados)} de ${formatNumber(totais.talentos)}`} />
      {retroativo && (
        <Figura nome={`Diferença retroativa, desde ${formatDate(retroativo.desde)}`} valor={formatMoney(retroativo.valor)} />
      )}
      {teto !== undefined && teto !== null && <Figura nome="Teto do aumento mensal" valor={dinheiro(teto)} />}
    </dl>
  );
}

export function TabelaPorArea({ areas }: { areas: readonly TotaisDaArea[] }) {
  return (
    <Grade
      rotulo="Folha por área organizacional"
      primeira="Área Organizacional"
      colunas={deNumeros('Talentos', 'Alcançados', 'Antes', 'Depois', 'Diferença', '%')}
      linhas={areas.map((area) => ({
        chave: area.id,
        nome: area.nome,
        valores: [
          formatNumber(area.talentos),
          contados(area.alcancados),
          dinheiro(area.totalAtual),
          dinheiro(area.totalProposto),
          dinheiro(area.diferenca),
          porcento(area.percentual, area.totalAtual === null),
        ],
      }))}
    />
  );
}
