import { ActionIcon, Avatar, Checkbox, Menu } from '@mantine/core';
import { IconAlarm, IconArrowRight, IconCalendarEvent, IconDots, IconMessage, IconStars } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type RefObject } from 'react';
import { Link } from 'react-router';
import { daysBetween, formatDate, today } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { fileAddress } from '#kit/fields/file-address.ts';
import type { RowAction } from '#kit/registry/view.web.tsx';
import { LateMenu } from '#kit/ui/late-menu.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { origensDaCandidatura } from './codigos.ts';
import classes from './quadro.module.css';
import { CANDIDATURAS } from './quadro-dados.web.ts';
import type { CandidatoNaSelecao, EtapaDaSelecao } from './selecao.ts';

const icone = { size: 14, 'aria-hidden': true } as const;

/** First and last name: the two letters of a picture that is missing. */
const iniciais = (nome: string) => {
  const nomes = nome.split(' ').filter(({ length }) => length > 2);
  return [nomes[0], nomes.length > 1 ? nomes.at(-1) : undefined].filter(Boolean).join(' ');
};

/** Whole days since an instant, as a civil day sees them. */
const diasDesde = (instante: string) => Math.max(0, daysBetween(today(undefined, new Date(instante)), today()));
const ha = (instante: string) => {
  const dias = diasDesde(instante);
  return dias === 0 ? 'desde hoje' : `há ${counted(dias, 'dia', 'dias')}`;
};

/** What is done with the cards of a column. */
export interface Feitos {
  acoesDe(cartao: CandidatoNaSelecao): readonly RowAction[];
  onChoose(cartao: CandidatoNaSelecao): void;
  onMove(cartao: CandidatoNaSelecao, para: EtapaDaSelecao): void;
  /** Ctrl and an arrow: to the stage beside this one */
  onStep(cartao: CandidatoNaSelecao, passo: -1 | 1): void;
  onDrag(cartao: CandidatoNaSelecao | null): void;
}

interface Props {
  cartao: CandidatoNaSelecao;
  etapas: readonly EtapaDaSelecao[];
  /** as the column was last drawn, so that a card is drawn again only when it changes itself */
  feitos: RefObject<Feitos>;
  temAcoes: boolean;
  isDragged: boolean;
  isChosen: boolean;
  /** false for readers */
  isChoosable: boolean;
}

/** Somebody in a stage: who, since when, and what waits. */
export const Cartao = memo(function Cartao({ cartao, etapas, feitos, temAcoes, isDragged, isChosen, isChoosable }: Props) {
  const { id, candidato, foto, cidade, etapa, etapaDesde, origem, apto, respostaAte, pareceres, anotacoes, entrevista } = cartao;
  const { nome } = candidato;
  const podeMover = cartao.acoes.includes('mover');
  const outras = etapas.filter((uma) => uma.id !== etapa);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!podeMover || !event.ctrlKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    feitos.current.onStep(cartao, event.key === 'ArrowLeft' ? -1 : 1);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its menu and its keys offer the same
    <article
      className={classes.card}
      data-dragged={isDragged || undefined}
      data-chosen={isChosen || undefined}
      draggable={podeMover}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.setData('application/x-vinculo-candidatura', String(id));
        event.dataTransfer.effectAllowed = 'move';
        feitos.current.onDrag(cartao);
      }}
      onDragEnd={() => feitos.current.onDrag(null)}
    >
      <div className={classes.row}>
        {isChoosable && (
          <Checkbox
            size="xs"
            mt={3}
            aria-label={`Selecionar ${nome}`}
            checked={isChosen}
            onChange={() => feitos.current.onChoose(cartao)}
          />
        )}
        <Avatar size={30} radius="50%" alt="" color="marca" {...(foto ? { src: fileAddress(foto) } : { name: iniciais(nome) })} />
        <div className={classes.who}>
          <Link
            to={`/${CANDIDATURAS}/${id}`}
            className={classes.name}
            draggable={false}
            data-candidatura={id}
            {...(podeMover ? { 'aria-keyshortcuts': 'Control+ArrowLeft Control+ArrowRight' } : {})}
          >
            {nome}
          </Link>
          <div className={classes.note}>{[cidade, origensDaCandidatura[origem]].filter(Boolean).join(' · ')}</div>
        </div>
        {(podeMover || temAcoes) && (
          <LateMenu
            position="bottom-end"
            target={
              <ActionIcon variant="subtle" color="gray" c="var(--mantine-color-text)" size={28} aria-label={`Ações: ${nome}`}>
                <IconDots size={16} stroke={1.8} />
              </ActionIcon>
            }
            dropdown={{ className: classes.long, mah: 380 }}
          >
            {() => (
              <>
                {podeMover && <Menu.Label>Mover para</Menu.Label>}
                {podeMover &&
                  outras.map((uma) => (
                    <Menu.Item
                      key={uma.id ?? 0}
                      leftSection={<IconArrowRight {...icone} />}
                      onClick={() => feitos.current.onMove(cartao, uma)}
                    >
                      {uma.nome}
                    </Menu.Item>
                  ))}
                {podeMover && temAcoes && <Menu.Divider />}
                {feitos.current.acoesDe(cartao).map(({ label, icon, onClick, danger }) => (
                  <Menu.Item
                    key={label}
                    leftSection={icon}
                    onClick={() => onClick?.()}
                    {...(danger ? { c: 'var(--mantine-color-error)' } : {})}
                  >
                    {label}
                  </Menu.Item>
                ))}
              </>
            )}
          </LateMenu>
        )}
      </div>
      <div className={classes.facts}>
        <span>{ha(etapaDesde)}</span>
        {apto !== 'I' && <Pill tone={apto === 'S' ? 'good' : 'quiet'}>{apto === 'S' ? 'Apto' : 'Não apto'}</Pill>}
        {entrevista && (
          <span className={classes.fact}>
            <IconCalendarEvent {...icone} />
            {`${formatDate(entrevista.data).slice(0, 5)} ${entrevista.hora}`}
            <span className="vinculo-hidden">: entrevista</span>
          </span>
        )}
        {pareceres !== null && pareceres > 0 && <Conta icon={IconStars} quantos={pareceres} um="parecer" muitos="pareceres" />}
        {anotacoes !== null && anotacoes > 0 && <Conta icon={IconMessage} quantos={anotacoes} um="anotação" muitos="anotações" />}
        {respostaAte && (
          <span className={`${classes.fact} ${respostaAte < today() ? classes.late : ''}`}>
            <IconAlarm {...icone} />
            {`resposta até ${formatDate(respostaAte).slice(0, 5)}`}
          </span>
        )}
      </div>
    </article>
  );
});

const Conta = ({ icon: Icon, quantos, um, muitos }: { icon: typeof IconStars; quantos: number; um: string; muitos: string }) => (
  <span className={classes.fact} title={counted(quantos, um, muitos)}>
    <Icon {...icone} />
    <span aria-hidden="true">{quantos}</span>
    <span className="vinculo-hidden">{counted(quantos, um, muitos)}</span>
  </span>
);
