"""Reads a calendar by libical, as GNOME and KDE do, and prints what it finds as JSON."""

import ctypes
import json
import sys

libical = ctypes.CDLL("libical.so.3")
Pointer = ctypes.c_void_p
Time = ctypes.c_long


class Span(ctypes.Structure):
    _fields_ = [("start", Time), ("end", Time), ("is_busy", ctypes.c_int)]


class IcalTime(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in
                ("year", "month", "day", "hour", "minute", "second", "is_date", "is_daylight")] + [("zone", Pointer)]


Each = ctypes.CFUNCTYPE(None, Pointer, ctypes.POINTER(Span), Pointer)


def function(name, result, *arguments):
    found = getattr(libical, name)
    found.restype, found.argtypes = result, arguments
    return found


parse = function("icalparser_parse_string", Pointer, ctypes.c_char_p)
is_allowed = function("icalrestriction_check", ctypes.c_int, Pointer)
count_errors = function("icalcomponent_count_errors", ctypes.c_int, Pointer)
kind_of = function("icalcomponent_string_to_kind", ctypes.c_int, ctypes.c_char_p)
first = function("icalcomponent_get_first_component", Pointer, Pointer, ctypes.c_int)
following = function("icalcomponent_get_next_component", Pointer, Pointer, ctypes.c_int)
uid = function("icalcomponent_get_uid", ctypes.c_char_p, Pointer)
summary = function("icalcomponent_get_summary", ctypes.c_char_p, Pointer)
from_string = function("icaltime_from_string", IcalTime, ctypes.c_char_p)
foreach = function("icalcomponent_foreach_recurrence", None, Pointer, IcalTime, IcalTime, Each, Pointer)


def describe(event):
    spans = []
    collect = Each(lambda _event, span, _data: spans.append([span.contents.start, span.contents.end]))
    foreach(event, from_string(b"20000101T000000Z"), from_string(b"20990101T000000Z"), collect, None)
    return {"uid": uid(event).decode(), "titre": summary(event).decode(), "fois": spans}


with open(sys.argv[1], "rb") as file:
    calendar = parse(file.read())
kind = kind_of(b"VEVENT")
events = []
event = first(calendar, kind)
while event:
    events.append(describe(event))
    event = following(calendar, kind)
print(json.dumps({"allowed": bool(is_allowed(calendar)), "errors": count_errors(calendar), "evenements": events}))
